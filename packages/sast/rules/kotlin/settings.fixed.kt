package shop

import java.security.MessageDigest
import java.security.SecureRandom
import java.util.Random
import javax.crypto.Cipher

class Settings {
  fun sums() {
    // ruleid: kotlin-weak-cryptography
    MessageDigest.getInstance("MD5")
    // ok: kotlin-weak-cryptography
    MessageDigest.getInstance("SHA-256")
    // ruleid: kotlin-weak-cryptography
    Cipher.getInstance("AES/ECB/PKCS5Padding")
    // ok: kotlin-weak-cryptography
    Cipher.getInstance("AES/GCM/NoPadding")
  }

  fun resetToken(): String {
    // ruleid: kotlin-weak-random
    return Random().nextLong().toString()
  }

  fun color(): Int {
    // ok: kotlin-weak-random
    return Random().nextInt()
  }

  fun verify(builder: Builder, handler: Handler) {
    // ruleid: kotlin-tls-verification-disabled
    builder.hostnameVerifier { host, session -> true }
    // ok: kotlin-tls-verification-disabled
    builder.hostnameVerifier { host, session -> host == "db.example.org" }
  }

  fun chain(http: HttpSecurity) {
    // ruleid: kotlin-csrf-protection-disabled
    http.csrf { it.disable() }
    // ok: kotlin-csrf-protection-disabled
    http.csrf { it.ignoringRequestMatchers("/hooks") }
    // ruleid: kotlin-missing-authorization-all-paths
    http.authorizeRequests().anyRequest().permitAll()
    // ok: kotlin-missing-authorization-all-paths
    http.authorizeRequests().anyRequest().authenticated()
  }

  fun cors(registry: Registry) {
    // ruleid: kotlin-cors-any-origin
    registry.addMapping("/**").allowedOrigins("*")
    // ok: kotlin-cors-any-origin
    registry.addMapping("/**").allowedOrigins("https://shop.example.org")
  }

  fun page(web: WebView) {
    // ruleid: kotlin-webview-insecure-configuration
    web.addJavascriptInterface(Bridge(), "shop")
    // ruleid: kotlin-webview-insecure-configuration
    web.settings.allowUniversalAccessFromFileURLs = false
    // ok: kotlin-webview-insecure-configuration
    web.settings.allowUniversalAccessFromFileURLs = false
    // ruleid: kotlin-world-readable-file
    getSharedPreferences("shop", Context.MODE_WORLD_READABLE)
    // ok: kotlin-world-readable-file
    getSharedPreferences("shop", Context.MODE_PRIVATE)
  }
}
