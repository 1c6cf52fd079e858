// Who may import whom (docs/decisions/2026-11-22-one-order-of-modules.md). Derived from the paths and from this order: a
// module may know the contracts and rules of the rows above its own, and of nobody beside or below it.
const rows = [
  ['voting', 'notifications', 'analytics'],
  ['accounts'],
  ['payments', 'trends'],
  ['prizes', 'articles'],
  ['updates'],
  ['site', 'broadcasts'],
  ['privacy'],
  ['admin'],
];

const contractsAndRules = '^modules/[^/]+/(contract|rules)/';
const tests = '(\\.test\\.tsx?$|^tests/)';
const packages = ['^node_modules', '^node:', '^[a-z0-9_]+(/promises)?$'];
const zodAlone = ['^node_modules/zod/'];

/** A rule: files in `from` may import project files only from `to`, besides packages. */
const only = (name, from, to, { allowed = packages, ...extra } = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { pathNot: [...to, ...allowed], ...extra },
});

/** For each module: nobody of its own row or below, and nobody who stands in no row. */
const order = rows.flatMap((row, place) =>
  row.map((module) => ({
    name: 'modules-stand-in-one-order',
    severity: 'error',
    from: { path: `^modules/${module}/`, pathNot: tests },
    to: { path: '^modules/', pathNot: [module, ...rows.slice(0, place).flat()].map((known) => `^modules/${known}/`) },
  })),
);

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...order,
    {
      name: 'modules-have-a-row',
      severity: 'error',
      from: { path: '^(src|modules|workers)/' },
      to: { path: '^modules/', pathNot: rows.flat().map((module) => `^modules/${module}/`) },
    },
    only('shared-is-browser-safe', '^src/shared/', ['^src/shared/', '^src/i18n/keys\\.ts$'], { allowed: zodAlone }),
    only('platform-knows-no-domain', '^src/platform/', ['^src/platform/', '^src/shared/']),
    only('http-knows-no-domain', '^src/http/', ['^src/http/', '^src/platform/', '^src/shared/', '^src/i18n/']),
    only('i18n-is-texts', '^src/i18n/', ['^src/i18n/', '^src/shared/']),
    only('rules-are-pure', '^modules/[^/]+/rules/', [contractsAndRules, '^src/shared/'], { allowed: zodAlone }),
    // A contract's types may speak of a transaction, so platform is allowed as a type, never as code.
    only('contracts-are-browser-safe', '^modules/[^/]+/contract/', [contractsAndRules, '^src/shared/'], {
      allowed: zodAlone,
      dependencyTypesNot: ['type-only'],
    }),
    only('modules-meet-at-their-contracts', '^modules/([^/]+)/', [
      '^modules/$1/',
      contractsAndRules,
      '^src/platform/',
      '^src/shared/',
      '^src/http/(define-route|limits)\\.ts$',
    ]),
    {
      // Compose knows every index; scripts, seeds and measurements may build a module alone. Nobody knows what is inside.
      name: 'module-indexes-are-for-compose',
      severity: 'error',
      from: { pathNot: ['^src/compose\\.ts$', '^(scripts|seeds|bench)/', '^modules/', tests] },
      to: { path: '^modules/[^/]+/(?!contract/|rules/)' },
    },
    {
      name: 'nobody-knows-the-inside',
      severity: 'error',
      from: { path: '^(src|scripts|seeds|bench|workers)/', pathNot: tests },
      to: { path: '^modules/[^/]+/(?!contract/|rules/|index\\.ts$)' },
    },
    only('workers-run-modules', '^workers/', [
      '^workers/',
      '^src/compose\\.ts$',
      '^src/platform/',
      '^src/i18n/server\\.ts$',
    ]),
    only(
      'pages-get-data-by-page-context',
      '^(pages|renderer)/',
      [contractsAndRules, '^src/shared/', '^renderer/', '^pages/'],
      { allowed: ['^node_modules', '^node:', '^vike'], dependencyTypesNot: ['type-only'] },
    ),
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
