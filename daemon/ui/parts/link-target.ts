import { createContext, useContext } from 'react'

/** Where the links of a page open the other pages. */
interface LinkTarget {
  readonly target?: '_blank'
  readonly rel?: 'opener'
}

/** Another window, whose page goes on with the session of this one. */
export const anotherWindow: LinkTarget = { target: '_blank', rel: 'opener' }

const Target = createContext<LinkTarget>({})
export const LinkTargetProvider = Target.Provider

/** What a link to another page bears: nothing in a window of pages, another window where there is room for one page only. */
export const useLinkTarget = (): LinkTarget => useContext(Target)
