import type { GetServerSideProps } from 'next'

interface Props {
  query: string
  hits: number
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query }) => {
  const text = String(query['q'] ?? '')
  return { props: { query: text, hits: text.length % 7 } }
}

export default function Results({ query, hits }: Props) {
  const line = `${hits} hits for <em>${query}</em>`
  return (
    <main>
      <h1>Results</h1>
      <p title={line}>
        {hits} hits for <em>{query}</em>
      </p>
    </main>
  )
}
