#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void hashes(const unsigned char *data, size_t size, unsigned char *out) {
  // ruleid: c-weak-hash
  MD5(data, size, out);
  // ruleid: c-weak-hash
  EVP_DigestInit_ex(ctx, EVP_sha1(), NULL);
  // ruleid: c-weak-hash
  const EVP_MD *old = EVP_get_digestbyname("md5");
  // ok: c-weak-hash
  EVP_DigestInit_ex(ctx, EVP_sha256(), NULL);
  // ok: c-weak-hash
  const EVP_MD *new = EVP_get_digestbyname("sha256");
}

void ciphers(EVP_CIPHER_CTX *ctx, unsigned char *key) {
  unsigned char zero[16] = {0};
  unsigned char fresh[16] = {0};
  unsigned char iv[16];
  RAND_bytes(iv, sizeof(iv));
  RAND_bytes(fresh, sizeof(fresh));
  // ruleid: c-weak-cipher
  EVP_EncryptInit_ex(ctx, EVP_des_ede3_cbc(), NULL, key, iv);
  // ruleid: c-weak-cipher
  RC4_set_key(&rc4, 16, key);
  // ruleid: c-ecb-mode
  EVP_EncryptInit_ex(ctx, EVP_aes_256_ecb(), NULL, key, NULL);
  // ruleid: c-hardcoded-iv
  EVP_EncryptInit_ex(ctx, EVP_aes_256_cbc(), NULL, key, zero);
  // ok: c-hardcoded-iv
  EVP_EncryptInit_ex(ctx, EVP_aes_256_cbc(), NULL, key, fresh);
  // ruleid: c-hardcoded-iv
  EVP_EncryptInit_ex(ctx, EVP_aes_256_cbc(), NULL, key, "0000000000000000");
  // ok: c-hardcoded-iv, c-weak-cipher, c-ecb-mode
  EVP_EncryptInit_ex(ctx, EVP_aes_256_gcm(), NULL, key, iv);
  // ruleid: c-hardcoded-encryption-key
  AES_set_encrypt_key("not a real key..", 128, &aes);
  // ruleid: c-hardcoded-encryption-key
  AES_set_encrypt_key((unsigned char *)"not a real key..", 128, &aes);
  // ok: c-hardcoded-encryption-key
  AES_set_encrypt_key(key, 128, &aes);
}

int passwords(MYSQL *db, const char *password, const char *given) {
  // ruleid: c-hardcoded-password
  mysql_real_connect(db, "localhost", "root", "not-a-real-one", "shop", 0, NULL, 0);
  // ok: c-hardcoded-password
  mysql_real_connect(db, "localhost", "root", getenv("DB_PASSWORD"), "shop", 0, NULL, 0);
  // ruleid: c-hardcoded-password
  if (strcmp(password, "letmein") == 0) return 1;
  // ok: c-hardcoded-password
  if (strcmp(given, "letmein") == 0) return 2;
  // ruleid: c-hardcoded-password
  PGconn *conn = PQconnectdb("host=db user=app password=example");
  return 0;
}

void connections(SSL_CTX *ctx, CURL *curl) {
  // ruleid: c-tls-verification-disabled
  SSL_CTX_set_verify(ctx, SSL_VERIFY_NONE, NULL);
  // ruleid: c-tls-verification-disabled
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
  // ok: c-tls-verification-disabled
  SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
  // ok: c-tls-verification-disabled
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  // ruleid: c-outdated-tls
  SSL_CTX *old = SSL_CTX_new(SSLv3_method());
  // ruleid: c-outdated-tls
  SSL_CTX_set_min_proto_version(ctx, TLS1_VERSION);
  // ok: c-outdated-tls
  SSL_CTX *all = SSL_CTX_new(TLS_method());
  // ok: c-outdated-tls
  SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
}

void numbers(unsigned char *session_token, int size, int dice) {
  // ruleid: c-weak-random-time-seed
  srand(time(NULL));
  // ok: c-weak-random-time-seed
  srand(42);
  for (int i = 0; i < size; i++) {
    // ruleid: c-weak-random
    session_token[i] = rand() % 256;
  }
  // ruleid: c-weak-random
  int nonce = rand();
  // ok: c-weak-random
  dice = rand() % 6;
  // ruleid: c-weak-random-openssl
  RAND_pseudo_bytes(session_token, size);
  // ok: c-weak-random-openssl
  RAND_bytes(session_token, size);
  // ruleid: c-short-rsa-key
  RSA_generate_key_ex(rsa, 1024, e, NULL);
  // ok: c-short-rsa-key
  RSA_generate_key_ex(rsa, 4096, e, NULL);
}

int compare(const char *hmac, const char *given, const char *name) {
  // ruleid: c-timing-attack
  if (memcmp(hmac, given, 32) == 0) return 1;
  // ok: c-timing-attack
  if (CRYPTO_memcmp(hmac, given, 32) == 0) return 1;
  // ok: c-timing-attack
  return strcmp(name, given);
}

void forget(char *password, char *line) {
  // ruleid: c-secret-not-cleared-memset
  memset(password, 0, 16);
  free(password);
  // ok: c-secret-not-cleared-memset
  memset(line, 0, 16);
  free(line);
}

void forget_well(char *password) {
  // ok: c-secret-not-cleared-memset
  explicit_bzero(password, 16);
  free(password);
}
