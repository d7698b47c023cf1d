import { Fragment } from 'react'

/** A link to an e-mail address, which breaks after "@" and dots before it breaks within a word. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      {/* One element, since the link may be a flex container. */}
      <span>
        {address.split(/(?<=[@.])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  )
}
