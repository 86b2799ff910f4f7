import { enableCompileCache } from "node:module"; enableCompileCache('/tmp/h37/cc');
const t=performance.now();
const files=process.argv.slice(2);
for (const f of files){const a=performance.now(); await import(f); console.log(f.split('/').pop(), (performance.now()-a).toFixed(1), Math.round(process.memoryUsage().rss/1e6));}
