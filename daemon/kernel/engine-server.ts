import { isPrivate } from './private-url.ts'

/** The model of a server, as consents and replies name it. */
export interface EngineServer {
  /** Scheme, host and port, as browsers write them: what a member agrees to. */
  readonly origin: string
  /** With the port, where it is not the scheme's own. */
  readonly host: string
  readonly model: string
}

export const maxServers = 8

/** A server that is set, and the model on it that writes. */
export interface SetServer {
  readonly base_url: string
  readonly model: string
  readonly api_key?: string
}

/** The servers that are set, in their order: the one of `base_url` first, then those of `servers`. */
export function serversOf({
  base_url,
  model,
  api_key,
  servers = [],
}: Partial<SetServer> & { readonly servers?: readonly SetServer[] }): readonly SetServer[] {
  if (base_url === undefined || model === undefined) return servers
  return [{ base_url, model, ...(api_key === undefined ? {} : { api_key }) }, ...servers]
}

/** Engines of the companion's own: whatever these begin is not the name of a server or a model. */
const reserved = /^(?:built-?in|local)\.?(?::|$)/i
/** What cannot be seen, or turns what can be seen around. */
const invisible = /^\p{White_Space}|\p{C}|\p{White_Space}$/u

const isReserved = (name: string) => reserved.test(name.normalize('NFKC'))

/** Where a model answers; `base_url` is a URL that `addressRefusal` has let pass. */
export function engineServer(base_url: string, model: string): EngineServer {
  const { origin, host } = new URL(base_url)
  return { origin, host, model }
}

/** How replies name the model of a server, whose `base_url` is one that `addressRefusal` has let pass. */
export const serverName = ({ base_url, model }: Pick<SetServer, 'base_url' | 'model'>): string =>
  `${new URL(base_url).host}:${model}`

/** Why an address cannot be that of an engine, as it follows the name of the setting; null where it can. */
export function addressRefusal(base_url: string): string | null {
  const url = URL.parse(base_url)
  if (!url) return 'is no URL'
  if (!isPrivate(base_url))
    return 'must begin with https://, or with http:// where the server runs on this machine: 127.0.0.1, [::1] or localhost'
  return isReserved(url.hostname) ? `has the reserved name ${url.hostname}` : null
}

/** The same of a model's name. */
export function modelRefusal(model: string): string | null {
  if (invisible.test(model)) return 'begins or ends with a blank, or has characters that cannot be seen'
  return isReserved(model) ? 'is a name of the companion’s own engines' : null
}

/** Whether a text is an origin as browsers write it: of http or https, in lower case, without the scheme's own port. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text
}
