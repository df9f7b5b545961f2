package shop;

import com.auth0.jwt.algorithms.Algorithm;
import java.security.*;
import java.util.Random;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

class Sums {
  private static final String OLD = "MD5";

  void sums(byte[] data) throws Exception {
    // ruleid: java-weak-hash
    MessageDigest.getInstance("MD5");
    // ruleid: java-weak-hash
    MessageDigest.getInstance("sha-1", "SUN");
    // ruleid: java-weak-hash
    MessageDigest.getInstance(OLD);
    // ruleid: java-weak-hash
    Signature.getInstance("SHA1withRSA");
    // ok: java-weak-hash
    MessageDigest.getInstance("SHA-256");
    // ok: java-weak-hash
    Mac.getInstance("HmacSHA256");
    // ruleid: java-weak-hash-call
    DigestUtils.md5Hex(data);
    // ok: java-weak-hash-call
    DigestUtils.sha256Hex(data);
  }

  void ciphers(byte[] key) throws Exception {
    // ruleid: java-weak-cipher
    Cipher.getInstance("DES/CBC/PKCS5Padding");
    // ruleid: java-weak-cipher
    KeyGenerator.getInstance("RC4");
    // ok: java-weak-cipher
    Cipher.getInstance("AES/GCM/NoPadding");
    // ruleid: java-ecb-mode
    Cipher.getInstance("AES");
    // ruleid: java-ecb-mode
    Cipher.getInstance("AES/ECB/PKCS5Padding");
    // ok: java-ecb-mode
    Cipher.getInstance("AES/GCM/NoPadding");
    // ruleid: java-cbc-without-integrity
    Cipher.getInstance("AES/CBC/PKCS5Padding");
    // ok: java-cbc-without-integrity
    Cipher.getInstance("AES/CTR/NoPadding");
    // ruleid: java-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/PKCS1Padding");
    // ok: java-rsa-without-oaep
    Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
    // ruleid: java-null-cipher
    Cipher none = new NullCipher();
    // ok: java-null-cipher
    Cipher some = new NullObject();
  }

  void vectors(byte[] stored) {
    // ruleid: java-hardcoded-iv
    new IvParameterSpec("0123456789abcdef".getBytes());
    byte[] zeros = new byte[12];
    // ruleid: java-hardcoded-iv
    new GCMParameterSpec(128, zeros);
    byte[] iv = new byte[12];
    new SecureRandom().nextBytes(iv);
    // ok: java-hardcoded-iv
    new GCMParameterSpec(128, iv);
    // ok: java-hardcoded-iv
    new IvParameterSpec(stored);
  }

  void keys(String given) throws Exception {
    String word = "correct horse";
    // ruleid: java-hardcoded-encryption-key
    new SecretKeySpec(word.getBytes(), "AES");
    // ruleid: java-hardcoded-encryption-key
    Algorithm.HMAC256("not so secret");
    // ok: java-hardcoded-encryption-key
    Algorithm.HMAC256(System.getenv("JWT_KEY"));
    // ok: java-hardcoded-encryption-key
    new SecretKeySpec(given.getBytes(), "AES");
    KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");
    // ruleid: java-short-key
    pairs.initialize(1024);
    KeyPairGenerator better = KeyPairGenerator.getInstance("RSA");
    // ok: java-short-key
    better.initialize(3072);
  }

  void passwords(char[] password, byte[] salt, byte[] own) {
    // ruleid: java-weak-password-hash-iterations
    new PBEKeySpec(password, salt, 1000, 256);
    // ok: java-weak-password-hash-iterations
    new PBEKeySpec(password, salt, 600000, 256);
    // ruleid: java-weak-password-hash-iterations
    new BCryptPasswordEncoder(4);
    // ok: java-weak-password-hash-iterations
    new BCryptPasswordEncoder();
    // ruleid: java-hardcoded-salt
    new PBEKeySpec(password, "salt".getBytes(), 600000, 256);
    byte[] fresh = new byte[16];
    new SecureRandom().nextBytes(fresh);
    // ok: java-hardcoded-salt
    new PBEKeySpec(password, fresh, 600000, 256);
    // ruleid: java-weak-password-hash-spring-security
    NoOpPasswordEncoder.getInstance();
    // ok: java-weak-password-hash-spring-security
    new BCryptPasswordEncoder(12);
  }
}

class Numbers {
  String resetToken() {
    // ruleid: java-weak-random
    return Long.toHexString(new Random().nextLong());
  }

  void made() {
    // ruleid: java-weak-random
    String token = "t" + Math.random();
    // ok: java-weak-random
    int color = new Random().nextInt(255);
    // ok: java-weak-random
    byte[] salt = new SecureRandom().generateSeed(16);
  }

  void seeds(SecureRandom random, byte[] entropy) {
    // ruleid: java-weak-random-seed
    new SecureRandom("seed".getBytes());
    // ruleid: java-weak-random-seed
    random.setSeed(System.currentTimeMillis());
    // ok: java-weak-random-seed
    random.setSeed(entropy);
    // ok: java-weak-random-seed
    new SecureRandom();
  }

  boolean same(String signature, String expected, String name) {
    // ruleid: java-timing-attack
    if (signature.equals(expected)) return true;
    // ok: java-timing-attack
    if (name.equals(expected)) return true;
    // ok: java-timing-attack
    return MessageDigest.isEqual(signature.getBytes(), expected.getBytes());
  }
}
