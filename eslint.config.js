import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Sizes are limits of attention, not of style: a file or function past them is asking to become two. */
const sizes = (file, fn) => ({
  'max-lines': ['error', { max: file, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: fn, skipBlankLines: true, skipComments: true }],
});

export default ts.config(
  { ignores: ['**/dist/', 'proto/gen/', '.data/', '**/test-results/', '**/playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    languageOptions: { globals: globals.node },
    rules: {
      ...sizes(300, 60),
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'use a union of literals' },
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'render text nodes' },
      ],
    },
  },
  {
    files: ['**/test/**', '**/*.test.ts', '**/*.test.tsx', 'web/e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['services/*/src/**', 'packages/{contract,domain,runtime,topology}/src/**'],
    rules: { 'no-restricted-imports': ['error', 'child_process', 'node:child_process'] },
  },
  {
    files: ['web/src/**'],
    ignores: ['**/test/**', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({ property })),
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ...a11y.flatConfigs.recommended,
    languageOptions: { ...a11y.flatConfigs.recommended.languageOptions, globals: globals.browser },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { ...hooks.configs.recommended.rules, ...sizes(250, 120) },
  },
  prettier,
);
