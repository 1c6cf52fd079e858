// The product's worker, for payments alone, with an address at which it can be seen to run.
import http from 'node:http';

process.argv.push('payments.settle');
await import('#workers/run-worker.ts');
http.createServer((_req, res) => res.end()).listen(Number(process.env.PORT), '127.0.0.1');
