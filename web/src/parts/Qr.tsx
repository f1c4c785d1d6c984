/** A link as a QR code, drawn on the device: a link that lets somebody sit down travels nowhere. */
import { useMemo } from 'react';
import { qrCode } from '../base/qr';

const MARGIN = 4;

export function Qr({ link, label }: { link: string; label: string }) {
  const square = useMemo(() => qrCode(link), [link]);
  if (square === null) return null;
  const size = square.length + 2 * MARGIN;
  const dark = square.flatMap((line, row) =>
    line.flatMap((one, column) => (one ? [`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`] : [])),
  );
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
