export { guard } from '../login/+guard.server.ts';
