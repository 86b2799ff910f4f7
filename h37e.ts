import { enableCompileCache } from "node:module"; enableCompileCache('/tmp/h37/cc2');
const t0=performance.now();
const { McpServer } = await import('@modelcontextprotocol/server');
const t1=performance.now();
const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
const t2=performance.now();
console.error('sdk',(t1-t0).toFixed(1),'stdio',(t2-t1).toFixed(1), 'since start', t2.toFixed(1), Math.round(process.memoryUsage().rss/1e6));
serveStdio(()=>new McpServer({name:'x',version:'1'}),{transport:new StdioServerTransport(process.stdin, process.stdout)});
