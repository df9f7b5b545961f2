require 'digest'
require 'openssl'
require 'bcrypt'
class Crypto
#### weak
  def hash_password(password)
    Digest::MD5.hexdigest(password)
  end
#### safe
  def hash_password(password)
    BCrypt::Password.create(password)
  end
#### weak
  def token(user)
    OpenSSL::Digest::SHA1.new.update(user).hexdigest
  end
#### safe
  def token(key, user)
    OpenSSL::HMAC.hexdigest('SHA256', key, user)
  end
#### weak
  def encrypt(key, data)
    cipher = OpenSSL::Cipher.new('des-ede3-cbc')
    cipher.encrypt
    cipher.key = key
    cipher.update(data) + cipher.final
  end
#### safe
  def encrypt(key, data)
    cipher = OpenSSL::Cipher.new('aes-256-gcm')
    cipher.encrypt
    cipher.key = key
    cipher.update(data) + cipher.final
  end
#### weak
  def seal(key, data)
    cipher = OpenSSL::Cipher::AES.new(128, :ECB).encrypt
    cipher.key = key
    cipher.update(data) + cipher.final
  end
#### safe
  def seal(data)
    Digest::SHA256.hexdigest(data)
  end
#### end
end
