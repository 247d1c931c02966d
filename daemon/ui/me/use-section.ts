import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SectionName, sectionOf } from './sections.ts'

/** The section that the address names (`/me?section=devices`), and how to go to another one. */
export function useSection(): [SectionName, (name: SectionName) => void] {
  const search: { readonly section?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (section: SectionName) => {
    void navigate({ to: '/me', search: { section }, replace: true })
  }
  return [sectionOf(search.section), go]
}
