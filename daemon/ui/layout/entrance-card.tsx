import { Center, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Orb } from '../parts/orb.tsx'
import classes from './entrance-card.module.css'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** The card that asks whoever has yet to come in for something. */
export function EntranceCard({ title, children }: Props) {
  return (
    <Center component="main" className={classes['main'] ?? ''} mih="100%">
      <Paper className={classes['paper'] ?? ''} withBorder radius="lg" w="100%" maw={400}>
        <Stack>
          <Center className={classes['orb'] ?? ''}>
            <Orb size={64} />
          </Center>
          <Title order={1} ta="center">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
