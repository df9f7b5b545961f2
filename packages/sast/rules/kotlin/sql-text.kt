import java.sql.Statement

const val TABLE = "goods"

class Shop {
  fun find(statement: Statement, db: Database, name: String) {
    // ruleid: kotlin-sql-injection-string-concatenation
    statement.executeQuery("select * from goods where name = '$name'")
    // ruleid: kotlin-sql-injection-string-concatenation
    db.rawQuery("select * from goods where name = '${name.trim()}'", null)
    // ruleid: kotlin-sql-injection-string-concatenation
    db?.execSQL("delete from goods where name = '" + name + "'")
    // ok: kotlin-sql-injection-string-concatenation
    db.rawQuery("select * from goods where name = ?", arrayOf(name))
    // ok: kotlin-sql-injection-string-concatenation
    statement.executeQuery("select * from " + TABLE)
    // ok: kotlin-sql-injection-string-concatenation
    log.info("found $name")
  }
}
