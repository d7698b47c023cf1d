import { encode } from 'uqr'

/** A QR code, dark on light in every colour scheme, with the quiet zone of four modules that scanners require. `label` is its accessible name. */
export function Qr({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
