package shop

import java.security.MessageDigest
import java.security.SecureRandom
import java.util.Random
import javax.crypto.Cipher

class Settings {
  fun sums() {
    // ruleid: kotlin-weak-crypto
    MessageDigest.getInstance("MD5")
    // ok: kotlin-weak-crypto
    MessageDigest.getInstance("SHA-256")
    // ruleid: kotlin-weak-crypto
    Cipher.getInstance("AES/ECB/PKCS5Padding")
    // ok: kotlin-weak-crypto
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
    // ruleid: kotlin-any-host-name
    builder.hostnameVerifier { host, session -> true }
    // ok: kotlin-any-host-name
    builder.hostnameVerifier { host, session -> host == "db.example.org" }
  }

  fun chain(http: HttpSecurity) {
    // ruleid: kotlin-csrf-off
    http.csrf { it.disable() }
    // ok: kotlin-csrf-off
    http.csrf { it.ignoringRequestMatchers("/hooks") }
    // ruleid: kotlin-everything-permitted
    http.authorizeRequests().anyRequest().permitAll()
    // ok: kotlin-everything-permitted
    http.authorizeRequests().anyRequest().authenticated()
  }

  fun cors(registry: Registry) {
    // ruleid: kotlin-cors-for-everybody
    registry.addMapping("/**").allowedOrigins("*")
    // ok: kotlin-cors-for-everybody
    registry.addMapping("/**").allowedOrigins("https://shop.example.org")
  }

  fun page(web: WebView) {
    // ruleid: kotlin-webview
    web.addJavascriptInterface(Bridge(), "shop")
    // ruleid: kotlin-webview
    web.settings.allowUniversalAccessFromFileURLs = false
    // ok: kotlin-webview
    web.settings.allowUniversalAccessFromFileURLs = false
    // ruleid: kotlin-world-readable
    getSharedPreferences("shop", Context.MODE_WORLD_READABLE)
    // ok: kotlin-world-readable
    getSharedPreferences("shop", Context.MODE_PRIVATE)
  }
}
