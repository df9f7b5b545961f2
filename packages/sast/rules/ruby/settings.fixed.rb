# ruleid: ruby-tls-verification-disabled
http.verify_mode = OpenSSL::SSL::VERIFY_PEER
# ruleid: ruby-tls-verification-disabled
HTTParty.get(url, verify: false)
# ok: ruby-tls-verification-disabled
http.verify_mode = OpenSSL::SSL::VERIFY_PEER

# ruleid: ruby-weak-password-hash
stored = Digest::MD5.hexdigest(password)
# ruleid: ruby-weak-password-hash
stored = Digest::SHA256.hexdigest(salt + user.password)
# ok: ruby-weak-password-hash
stored = BCrypt::Password.create(password)
# ok: ruby-weak-password-hash
etag = Digest::MD5.hexdigest(page)

# ruleid: ruby-weak-hash
mac = OpenSSL::HMAC.hexdigest('SHA1', key, text)
# ruleid: ruby-weak-hash
signature = Digest::SHA1.hexdigest(text)
# ok: ruby-weak-hash
mac = OpenSSL::HMAC.hexdigest('SHA256', key, text)

# ruleid: ruby-weak-random
token = rand(10**9).to_s
# ruleid: ruby-weak-random
user.reset_token = Array.new(8) { letters.sample }.join
# ok: ruby-weak-random
token = SecureRandom.hex(32)
# ok: ruby-weak-random
colour = rand(255)

# ruleid: ruby-weak-cipher
cipher = OpenSSL::Cipher.new('des-cbc')
# ruleid: ruby-weak-cipher
cipher = OpenSSL::Cipher.new('AES-128-ECB')
# ruleid: ruby-weak-cipher
cipher.iv = '0123456789abcdef'
# ok: ruby-weak-cipher
cipher = OpenSSL::Cipher.new('aes-256-gcm')
# ok: ruby-weak-cipher
cipher.iv = SecureRandom.random_bytes(12)

# ruleid: ruby-jwt-not-verified
claims = JWT.decode(token, nil, false)
# ok: ruby-jwt-not-verified
claims = JWT.decode(token, key, true, algorithm: 'HS256')

# ruleid: ruby-hardcoded-secret
JWT.encode(claims, 'example-key', 'HS256')
# ruleid: ruby-hardcoded-secret
client = Mysql2::Client.new(host: 'db', password: 'example')
# ok: ruby-hardcoded-secret
JWT.encode(claims, ENV.fetch('KEY'), 'HS256')
# ok: ruby-hardcoded-secret
client = Mysql2::Client.new(host: 'db', password: ENV['DB_PASSWORD'])

class UsersController < ApplicationController
  # ruleid: ruby-csrf-protection-disabled
  skip_before_action :verify_authenticity_token, only: [:create]
  # ok: ruby-csrf-protection-disabled
  skip_before_action :log_visit
  # ok: ruby-csrf-protection-disabled
  protect_from_forgery with: :exception

  def create
    # ruleid: ruby-mass-assignment
    user = User.new(params.require(:user).permit!)
    # ruleid: ruby-mass-assignment
    user.update(params[:user].to_unsafe_h)
    # ok: ruby-mass-assignment
    user.update(params.require(:user).permit(:name))
    # ruleid: ruby-plain-http
    cookies[:session] = { value: user.id, httponly: true }
    # ok: ruby-plain-http
    cookies[:session] = { value: user.id, httponly: true, secure: true }
    # ruleid: ruby-timing-attack
    return head(:ok) if params[:token] == user.token
    # ok: ruby-timing-attack
    return head(:ok) if params[:kind] == user.kind
    # ok: ruby-timing-attack
    return head(:ok) if params[:password] == params[:password_again]
    # ok: ruby-timing-attack
    ActiveSupport::SecurityUtils.secure_compare(params[:token], user.token)
    # ruleid: ruby-cors-any-origin
    response.headers['Access-Control-Allow-Origin'] = '*'
    # ok: ruby-cors-any-origin
    response.headers['Access-Control-Allow-Origin'] = 'https://app.example.com'
  rescue StandardError => e
    # ruleid: ruby-error-details-exposed
    render json: { message: 'no', backtrace: e.backtrace }
    # ok: ruby-error-details-exposed
    render json: { message: 'no' }
  end
end

Rails.application.configure do
  # ruleid: ruby-plain-http
  config.force_ssl = true
  # ok: ruby-plain-http
  config.force_ssl = true
  # ruleid: ruby-error-details-exposed
  config.consider_all_requests_local = true
  # ok: ruby-error-details-exposed
  config.consider_all_requests_local = false
end

# ruleid: ruby-xxe
document = Nokogiri::XML(text) { |config| config.noent }
# ruleid: ruby-xxe
document = Nokogiri::XML(text, nil, nil, Nokogiri::XML::ParseOptions::NOENT)
# ok: ruby-xxe
document = Nokogiri::XML(text) { |config| config.nonet }
