/**
 * The directions of imports, which `npm run borders` enforces: between services, from the rooms of a service to those below
 * them, and never in a circle.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'A circle has no bottom to begin reading at: move what both need into a file below them.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-service-in-a-service',
      severity: 'error',
      comment: 'Services call each other by gRPC only.',
      from: { path: '^services/([^/]+)/src/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'public-contract-at-the-gateway',
      severity: 'error',
      comment:
        'The contract of /api and /ws is the business of the gateway; other services have theirs in proto/.',
      from: { path: '^services/([^/]+)/src/', pathNot: '^services/gateway/' },
      to: { path: '^packages/contract/' },
    },
    {
      name: 'services-below',
      severity: 'error',
      comment:
        'Services import runtime, domain and the generated proto, and the gateway the public contract.',
      from: { path: '^services/[^/]+/src/' },
      to: {
        path: '^(packages|proto|scripts|test|web|deploy)/',
        pathNot: ['^packages/(runtime|domain|contract)/', '^proto/gen/'],
      },
    },
    {
      name: 'web-below',
      severity: 'error',
      comment: 'The web app knows the server through the public contract, and the rules through domain.',
      from: { path: '^web/src/' },
      to: {
        path: '^(packages|proto|services|scripts|test|deploy)/',
        pathNot: '^packages/(contract|domain)/',
      },
    },
    {
      name: 'packages-below-services',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/testkit/' },
      to: { path: '^(services|scripts|test|web)/' },
    },
    {
      name: 'test-code-in-production',
      severity: 'error',
      from: { path: '^(services|packages)/[^/]+/src/', pathNot: '^packages/testkit/' },
      to: { path: '(^packages/testkit/|/test/)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'Decisions take values and return values.',
      from: { path: '^services/[^/]+/src/domain/' },
      to: { path: '^services/', pathNot: '^services/[^/]+/src/(domain|catalogue)/' },
    },
    {
      name: 'queries-below-handlers',
      severity: 'error',
      comment: 'Queries know what is decided, and count what they do.',
      from: { path: '^services/[^/]+/src/(db|queue)/' },
      to: {
        path: '^services/',
        pathNot: ['^services/[^/]+/src/(db|queue|domain|catalogue)/', '^services/[^/]+/src/metrics\\.ts$'],
      },
    },
    {
      name: 'gateway-realtime-below-features',
      severity: 'error',
      comment: 'Features register their handlers and the formats of their pushes.',
      from: { path: '^services/gateway/src/realtime/' },
      to: {
        path: '^services/',
        pathNot: [
          '^services/gateway/src/(realtime|edge|auth|clients|translation)/',
          '^services/gateway/src/players/(block-guard|profile-cache)\\.ts$',
        ],
      },
    },
    {
      name: 'gateway-features-by-their-index',
      severity: 'error',
      from: { path: '^services/gateway/src/service\\.ts$' },
      to: {
        path: '^services/gateway/src/(account|game|matchmaking|players|presence|progress|rooms|shop|social)/',
        pathNot: '/index\\.ts$',
      },
    },
    {
      name: 'web-lib-at-the-bottom',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(app|features|components|entities)/' },
    },
    {
      name: 'web-components-and-entities-below-features',
      severity: 'error',
      from: { path: '^web/src/(components|entities)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: '/test/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-by-their-index',
      severity: 'error',
      comment: 'A feature shows others what its index.ts exports, and lazy.ts what is loaded on demand.',
      from: { path: '^web/src/features/([^/]+)/', pathNot: '/test/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: ['^web/src/features/$1/', '/(index|lazy)\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^proto/gen/'] },
    exclude: { path: '(^|/)(node_modules|dist)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
