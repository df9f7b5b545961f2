/** Own limit of a name in a message. */
const NAME_CHARS_MAX = 200

/** Returns untrusted text on one line: without control, format and bidirectional characters. */
export function singleLine(text: string, chars_max: number = NAME_CHARS_MAX): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]+/gu, ' ')
    .trim()
    .toWellFormed()
  const points = Array.from(plain)
  return points.length > chars_max ? `${points.slice(0, chars_max - 1).join('')}…` : plain
}

/** Slack: https://docs.slack.dev/messaging/formatting-message-text "Escaping text". Prevents links and mentions. */
export function slackText(text: string): string {
  return singleLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Markdown of Discord, Mattermost and Teams: every ASCII punctuation character can be escaped (CommonMark 2.4). */
export function markdownText(text: string): string {
  return (
    singleLine(text)
      .replaceAll(/[\\`*_{}[\]()<>#+.!|~:-]/g, String.raw`\$&`)
      // A zero-width space prevents mentions such as @channel.
      .replaceAll('@', '@\u200b')
  )
}
