import {
  IconActivity,
  IconArchive,
  IconArrowsSplit,
  IconCpu,
  IconDevices,
  IconFileText,
  IconSettings,
  IconShieldLock,
  IconVectorTriangle,
} from '@tabler/icons-react'
import { lazy } from 'react'

/** The sections of the page, in their order. */
export const sections = [
  { id: 'overview', icon: IconActivity },
  { id: 'sessions', icon: IconDevices },
  { id: 'security', icon: IconShieldLock },
  { id: 'configuration', icon: IconSettings },
  { id: 'routing', icon: IconArrowsSplit },
  { id: 'engine', icon: IconCpu },
  { id: 'embedding', icon: IconVectorTriangle },
  { id: 'backups', icon: IconArchive },
  { id: 'logs', icon: IconFileText },
] as const

export type SectionId = (typeof sections)[number]['id']

/** What each of them shows. */
export const contents: Readonly<Record<SectionId, React.ComponentType>> = {
  overview: lazy(async () => ({ default: (await import('./overview/overview.tsx')).Overview })),
  sessions: lazy(async () => ({ default: (await import('./security/sessions.tsx')).Sessions })),
  security: lazy(async () => ({ default: (await import('./security/security.tsx')).Security })),
  configuration: lazy(async () => ({ default: (await import('./configuration.tsx')).Configuration })),
  routing: lazy(async () => ({ default: (await import('./routing.tsx')).Routing })),
  engine: lazy(async () => ({ default: (await import('./engine/engine.tsx')).Engine })),
  embedding: lazy(async () => ({ default: (await import('./models/embedding.tsx')).Embedding })),
  backups: lazy(async () => ({ default: (await import('./backups/backups.tsx')).Backups })),
  logs: lazy(async () => ({ default: (await import('./logs/logs.tsx')).Logs })),
}

/** The section of that name; the first for any other. */
export function sectionOf(name: unknown): SectionId {
  return sections.find(({ id }) => id === name)?.id ?? 'overview'
}
