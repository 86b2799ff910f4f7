import type { DemoService } from './demo-service.ts';
import { routes } from '../../src/main/demo/routes.ts';

/** Operations of the specification that a demo service was never asked for, as `GET /path`. */
export function unreachedOperations(demo: DemoService): string[] {
  return routes
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${path.replace('{id}', '[^/]+')}$`);
      return !demo.requests.some((sent) => sent.method === method && pattern.test(sent.path));
    })
    .map(({ method, path }) => `${method} ${path}`);
}
