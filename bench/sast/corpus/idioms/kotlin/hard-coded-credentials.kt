import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import com.zaxxer.hikari.*
import java.sql.*
import javax.crypto.spec.SecretKeySpec
//// weak
fun open(): Connection = DriverManager.getConnection("jdbc:postgresql://db/shop", "app", "Tr0ub4dor&3x")
//// safe
fun open(): Connection = DriverManager.getConnection("jdbc:postgresql://db/shop", "app", System.getenv("DB_PASSWORD"))
//// weak
fun issue(user: String): String = JWT.create().withSubject(user).sign(Algorithm.HMAC256("k3yb0ard-w4rrior-77"))
//// safe
fun issue(user: String): String = JWT.create().withSubject(user).sign(Algorithm.HMAC256(System.getenv("JWT_SECRET")))
//// weak
fun key() = SecretKeySpec("0123zebra7falcon".toByteArray(), "AES")
//// safe
fun key() = SecretKeySpec(System.getenv("APP_KEY").toByteArray(), "AES")
//// weak
fun pool() = HikariDataSource(HikariConfig().apply {
    username = "app"
    password = "gr33n-apples-99"
})
//// safe
fun pool() = HikariDataSource(HikariConfig().apply {
    username = "app"
    password = System.getenv("DB_PASSWORD")
})
