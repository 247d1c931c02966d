/** Functions that parts get of others which are opened after them: two parts that need each other meet so. */
export interface LatePorts<Ports> {
  /** A function that calls the one that is provided under that name; it throws where none is yet. */
  readonly port: <Name extends keyof Ports>(name: Name) => Ports[Name]
  /** Gives all of them, once every part is open. */
  readonly provide: (ports: Ports) => void
}

/** Opens ports that are named first and provided later, all at once, so that none can be left out. */
export function openLatePorts<
  Ports extends { readonly [Name in keyof Ports]: (...given: never) => unknown },
>(): LatePorts<Ports> {
  let provided: Ports | null = null
  return {
    port: <Name extends keyof Ports>(name: Name) => {
      const later = (...given: unknown[]): unknown => {
        if (!provided) throw new Error(`${String(name)} is called before it is provided`)
        return Reflect.apply(provided[name], null, given)
      }
      // It takes and returns what the provided one does.
      return later as unknown as Ports[Name]
    },
    provide: (ports) => {
      if (provided) throw new Error('the ports are provided already')
      provided = ports
    },
  }
}
