def read(text)
  # ruleid: ruby-insecure-deserialization-unsafe-load
  Marshal.load(text)
  # ruleid: ruby-insecure-deserialization-unsafe-load
  session = YAML.load text
  # ruleid: ruby-insecure-deserialization-unsafe-load
  Psych.unsafe_load(session, freeze: true)
  # ok: ruby-insecure-deserialization-unsafe-load
  YAML.safe_load(text, permitted_classes: [Date])
  # ok: ruby-insecure-deserialization-unsafe-load
  Marshal.load(Marshal.dump(text))
  # ok: ruby-insecure-deserialization-unsafe-load
  JSON.parse(text)
  # ok: ruby-insecure-deserialization-unsafe-load
  loader.load(text)
end
