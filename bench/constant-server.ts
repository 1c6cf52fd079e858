// Baseline of kept pages: plain Express that sends the same bytes every time. As fast as a page can be sent by Express.
import { readFileSync } from 'node:fs';
import express from 'express';

const body = readFileSync(process.env.BENCH_BODY as string);
const type = process.env.BENCH_TYPE as string;

const app = express();
app.get('/', (_req, res) => {
  res.setHeader('Content-Type', type);
  res.end(body);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit()); // in order, so that --cpu-prof can write its file
