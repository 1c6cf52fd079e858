// Who may import whom (docs/decisions/2026-11-21-module-boundaries.md). Derived from the paths, so a new module is covered.
const contractsAndRules = '^modules/[^/]+/(contract|rules)/';
const tests = '\\.test\\.tsx?$';

/** A rule: files in `from` may import project files only from `to` (besides packages and what `kind` says). */
const only = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: [tests, ...(extra.except ?? [])] },
  to: { pathNot: [...to, ...(extra.packages ?? ['^node_modules', '^node:', '^[a-z0-9_]+(/promises)?$'])] },
});

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('shared-is-browser-safe', '^src/shared/', ['^src/shared/'], { packages: ['^node_modules/zod/'] }),
    only('platform-knows-no-domain', '^src/platform/', ['^src/platform/', '^src/shared/']),
    only('http-knows-no-domain', '^src/http/', ['^src/http/', '^src/platform/', '^src/shared/', '^src/i18n/']),
    only('i18n-is-texts', '^src/i18n/', ['^src/i18n/', '^src/shared/']),
    only('rules-are-pure', '^modules/[^/]+/rules/', [contractsAndRules, '^src/shared/'], {
      packages: ['^node_modules/zod/'],
    }),
    {
      // A contract's types may speak of a transaction, so platform is allowed as a type, never as code.
      ...only('contracts-are-browser-safe', '^modules/[^/]+/contract/', [contractsAndRules, '^src/shared/'], {
        packages: ['^node_modules/zod/'],
      }),
      to: {
        pathNot: [contractsAndRules, '^src/shared/', '^node_modules/zod/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    only('modules-meet-at-their-contracts', '^modules/([^/]+)/', [
      '^modules/$1/',
      contractsAndRules,
      '^src/platform/',
      '^src/shared/',
      '^src/http/define-route\\.ts$',
    ]),
    {
      name: 'module-indexes-are-for-compose',
      severity: 'error',
      from: { pathNot: ['^src/compose\\.ts$', '^modules/', '^tests/', tests] },
      to: { path: '^modules/[^/]+/(?!contract/|jobs\\.ts|rules/)' },
    },
    {
      name: 'jobs-are-for-workers',
      severity: 'error',
      from: { pathNot: ['^workers/', '^modules/', '^tests/', tests] },
      to: { path: '^modules/[^/]+/jobs\\.ts$' },
    },
    only('workers-run-modules', '^workers/', [
      '^workers/',
      '^modules/[^/]+/jobs\\.ts$',
      '^src/compose\\.ts$',
      '^src/platform/',
      '^src/i18n/server\\.ts$',
    ]),
    {
      name: 'pages-get-data-by-page-context',
      severity: 'error',
      from: { path: '^(pages|renderer)/', pathNot: tests },
      to: {
        pathNot: [contractsAndRules, '^src/shared/', '^renderer/', '^pages/', '^node_modules', '^node:', '^vike'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pages-never-see-the-platform',
      severity: 'error',
      from: { path: '^(pages|renderer)/' },
      to: { path: '^(src/(platform|http|app|server|compose)|workers|sandbox|migrations|seeds)' },
    },
    {
      name: 'pages-are-apart',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^pages/' },
    },
    {
      name: 'product-needs-no-sandbox',
      severity: 'error',
      from: { path: '^(src|modules|workers|renderer|pages)/', pathNot: tests },
      to: { path: '^(sandbox|seeds|tests|bench|scripts)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '\\.css$|^dist' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
