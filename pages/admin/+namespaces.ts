export default (routeParams: Record<string, string>) => ['topics', 'admin', `admin-${routeParams.section}`];
