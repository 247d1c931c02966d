import openApi from '../../../daemon/client/openapi.json' with { type: 'json' }

interface Route {
  readonly method: string
  readonly segments: readonly string[]
  readonly statuses: ReadonlySet<string>
}

const routes: readonly Route[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    segments: path.split('/'),
    statuses: new Set(Object.keys(responses)),
  })),
)

/**
 * Throws where an operation answers with a status that the description of the API does not have for it. What is no
 * operation at all is left alone: it is not described.
 */
export function assertDeclared(route: string, status: number): void {
  const [method = '', target = ''] = route.split(' ')
  const [path = ''] = target.split('?')
  const segments = path.split('/')
  const fitting = routes.filter((one) => one.method === method && fits(one.segments, segments))
  if (fitting.length === 0 || fitting.some(({ statuses }) => statuses.has(String(status)))) return
  throw new Error(`${method} ${path} answers ${status}, which openapi.json does not have`)
}

const fits = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]))
