exports.clean = (text) =>
  String(text)
    .replace('<', '&lt;')
    .replace('>', '&gt;')
