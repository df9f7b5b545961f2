def a
  x = source()
  sink(Digest::MD5.hexdigest(x))
  sink(Base64.strict_encode64(x))
  sink(Base64.encode64(x))
  sink(Base64.decode64(Base64.encode64(x))) # found
  sink(OpenSSL::HMAC.hexdigest('SHA256', KEY, x))
  sink(OpenSSL::HMAC.digest('SHA256', KEY, x)) # found
  sink(x.length)
  sink(x.size)
  sink(x.upcase) # found
  sink(Time.parse(x).iso8601)
  sink(Time.parse(x).strftime('%Y'))
  sink(Time.now.strftime(x)) # found
end
