import v8 from 'node:v8';

/*
 * How this process runs; the first import of an entry, because libraries look at NODE_ENV when they are loaded.
 */

// React and Express take their slow, talkative builds without it.
process.env.NODE_ENV ??= 'production';

// V8 learns from rendering that such objects live long and puts them into the old space at once, where they are garbage a
// moment later: that costs a third of a server's renders (docs/benchmarks.md).
v8.setFlagsFromString('--no-allocation-site-pretenuring');
