import java.security.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.apache.commons.codec.digest.DigestUtils;

class Crypto {
//// weak
  byte[] hash(String password) throws Exception {
    return MessageDigest.getInstance("MD5").digest(password.getBytes());
  }
//// safe
  byte[] hash(char[] password, byte[] salt) throws Exception {
    return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec(password, salt, 600000, 256)).getEncoded();
  }
//// weak
  byte[] encrypt(SecretKey key, byte[] data) throws Exception {
    Cipher cipher = Cipher.getInstance("DES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(data);
  }
//// safe
  byte[] encrypt(SecretKey key, byte[] data, byte[] nonce) throws Exception {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
    return cipher.doFinal(data);
  }
//// weak
  byte[] seal(byte[] key, byte[] data) throws Exception {
    Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    return cipher.doFinal(data);
  }
//// safe
  byte[] mac(byte[] key, byte[] data) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }
//// weak
  String token(String user) {
    return DigestUtils.sha1Hex(user);
  }
//// safe
  String token(String user) {
    return DigestUtils.sha256Hex(user);
  }
//// end
}
