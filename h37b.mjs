import { build } from 'vite';
await build({configFile:false,logLevel:'error',ssr:{noExternal:true},build:{ssr:'h37e.ts',outDir:'/tmp/h37/b',emptyOutDir:true,minify:process.argv[2]==='min'}});
