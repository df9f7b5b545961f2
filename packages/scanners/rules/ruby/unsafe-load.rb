def read(text)
  # ruleid: ruby-unsafe-load
  Marshal.load(text)
  # ruleid: ruby-unsafe-load
  session = YAML.load text
  # ruleid: ruby-unsafe-load
  Psych.unsafe_load(session, freeze: true)
  # ok: ruby-unsafe-load
  YAML.safe_load(text, permitted_classes: [Date])
  # ok: ruby-unsafe-load
  Marshal.load(Marshal.dump(text))
  # ok: ruby-unsafe-load
  JSON.parse(text)
  # ok: ruby-unsafe-load
  loader.load(text)
end
