import type { Plugin } from 'vite';

const pattern = /^(?:const \w+ = (?=React\$1\.forwardRef\()|\w+\.displayName = "\w+";$)/gm;

/**
 * Lets the bundler leave out the router's components that the app does not use, and their code. The bundler must suppose
 * that a call of `forwardRef` has effects, as has a name that is set on a component. An update of the router that looks
 * different fails the build.
 */
export function unusedRouterComponents(): Plugin {
  let isFound = false;
  return {
    name: 'fifteen-unused-router-components',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js$/ },
      handler(code) {
        const lean = code.replace(pattern, (found) =>
          found.startsWith('const') ? `${found}/* @__PURE__ */ ` : '',
        );
        isFound = !lean.includes('\nNavLink.displayName') && lean.includes('NavLink = /* @__PURE__ */');
        return { code: lean, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error('react-router declares NavLink in another way: update scripts/router.ts');
    },
  };
}
