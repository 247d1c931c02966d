import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from './api/operations.ts'
import { router } from './routes.tsx'
import { styleNonce, variables, withNames } from './theme.ts'

/** Everything that the pages stand on. */
export function App() {
  const { t } = useTranslation()
  const named = useMemo(() => withNames(t('action.close')), [t])
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="top-right" />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
