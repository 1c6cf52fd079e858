import { type BroadcastDependencies, createDesk } from './broadcasts.ts';
import type { Broadcasts } from './contract/index.ts';
import { broadcastJobs } from './jobs.ts';
import { type BroadcastHolder, createBroadcastData } from './personal-data.ts';
import { broadcastRoutes } from './routes.ts';
import { createSending, type SendingDependencies } from './sending.ts';

/** Mail from admins to many. */
export function createBroadcasts(dependencies: BroadcastDependencies & SendingDependencies & BroadcastHolder) {
  const broadcasts: Broadcasts = { ...createDesk(dependencies), ...createSending(dependencies) };
  return {
    api: broadcasts,
    routes: broadcastRoutes(broadcasts),
    jobs: broadcastJobs(broadcasts),
    sweeps: [{ name: 'broadcasts', everySeconds: 15, run: broadcasts.mindBroadcasts }],
    personalData: createBroadcastData(dependencies),
  };
}
