# ruleid: ruby-unverified-tls
http.verify_mode = OpenSSL::SSL::VERIFY_NONE
# ruleid: ruby-unverified-tls
HTTParty.get(url, verify: false)
# ok: ruby-unverified-tls
http.verify_mode = OpenSSL::SSL::VERIFY_PEER

# ruleid: ruby-password-hash-weak
stored = Digest::MD5.hexdigest(password)
# ruleid: ruby-password-hash-weak
stored = Digest::SHA256.hexdigest(salt + user.password)
# ok: ruby-password-hash-weak
stored = BCrypt::Password.create(password)
# ok: ruby-password-hash-weak
etag = Digest::MD5.hexdigest(page)

# ruleid: ruby-hash-broken
mac = OpenSSL::HMAC.hexdigest('SHA1', key, text)
# ruleid: ruby-hash-broken
signature = Digest::SHA1.hexdigest(text)
# ok: ruby-hash-broken
mac = OpenSSL::HMAC.hexdigest('SHA256', key, text)

# ruleid: ruby-random-guessable
token = rand(10**9).to_s
# ruleid: ruby-random-guessable
user.reset_token = Array.new(8) { letters.sample }.join
# ok: ruby-random-guessable
token = SecureRandom.hex(32)
# ok: ruby-random-guessable
colour = rand(255)

# ruleid: ruby-cipher-weak
cipher = OpenSSL::Cipher.new('des-cbc')
# ruleid: ruby-cipher-weak
cipher = OpenSSL::Cipher.new('AES-128-ECB')
# ruleid: ruby-cipher-weak
cipher.iv = '0123456789abcdef'
# ok: ruby-cipher-weak
cipher = OpenSSL::Cipher.new('aes-256-gcm')
# ok: ruby-cipher-weak
cipher.iv = SecureRandom.random_bytes(12)

# ruleid: ruby-jwt-unverified
claims = JWT.decode(token, nil, false)
# ok: ruby-jwt-unverified
claims = JWT.decode(token, key, true, algorithm: 'HS256')

# ruleid: ruby-fixed-key
JWT.encode(claims, 'example-key', 'HS256')
# ruleid: ruby-fixed-key
client = Mysql2::Client.new(host: 'db', password: 'example')
# ok: ruby-fixed-key
JWT.encode(claims, ENV.fetch('KEY'), 'HS256')
# ok: ruby-fixed-key
client = Mysql2::Client.new(host: 'db', password: ENV['DB_PASSWORD'])

class UsersController < ApplicationController
  # ruleid: ruby-csrf-off
  skip_before_action :verify_authenticity_token, only: [:create]
  # ok: ruby-csrf-off
  skip_before_action :log_visit
  # ok: ruby-csrf-off
  protect_from_forgery with: :exception

  def create
    # ruleid: ruby-mass-assignment
    user = User.new(params.require(:user).permit!)
    # ruleid: ruby-mass-assignment
    user.update(params[:user].to_unsafe_h)
    # ok: ruby-mass-assignment
    user.update(params.require(:user).permit(:name))
    # ruleid: ruby-plain-http
    cookies[:session] = { value: user.id, httponly: false }
    # ok: ruby-plain-http
    cookies[:session] = { value: user.id, httponly: true, secure: true }
    # ruleid: ruby-secret-compare
    return head(:ok) if params[:token] == user.token
    # ok: ruby-secret-compare
    return head(:ok) if params[:kind] == user.kind
    # ok: ruby-secret-compare
    return head(:ok) if params[:password] == params[:password_again]
    # ok: ruby-secret-compare
    ActiveSupport::SecurityUtils.secure_compare(params[:token], user.token)
    # ruleid: ruby-cors-any
    response.headers['Access-Control-Allow-Origin'] = '*'
    # ok: ruby-cors-any
    response.headers['Access-Control-Allow-Origin'] = 'https://app.example.com'
  rescue StandardError => e
    # ruleid: ruby-errors-shown
    render json: { message: 'no', backtrace: e.backtrace }
    # ok: ruby-errors-shown
    render json: { message: 'no' }
  end
end

Rails.application.configure do
  # ruleid: ruby-plain-http
  config.force_ssl = false
  # ok: ruby-plain-http
  config.force_ssl = true
  # ruleid: ruby-errors-shown
  config.consider_all_requests_local = true
  # ok: ruby-errors-shown
  config.consider_all_requests_local = false
end

# ruleid: ruby-xml-entities
document = Nokogiri::XML(text) { |config| config.noent }
# ruleid: ruby-xml-entities
document = Nokogiri::XML(text, nil, nil, Nokogiri::XML::ParseOptions::NOENT)
# ok: ruby-xml-entities
document = Nokogiri::XML(text) { |config| config.nonet }
