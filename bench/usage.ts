// Loaded into every server under test before its own code (servers.ts): tells what the process has used so far.
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit()); // the bench is gone: nothing of it may stay behind
