import java.sql.Statement

const val TABLE = "goods"

class Shop {
  fun find(statement: Statement, db: Database, name: String) {
    // ruleid: kotlin-sql-text
    statement.executeQuery("select * from goods where name = '$name'")
    // ruleid: kotlin-sql-text
    db.rawQuery("select * from goods where name = '${name.trim()}'", null)
    // ruleid: kotlin-sql-text
    db?.execSQL("delete from goods where name = '" + name + "'")
    // ok: kotlin-sql-text
    db.rawQuery("select * from goods where name = ?", arrayOf(name))
    // ok: kotlin-sql-text
    statement.executeQuery("select * from " + TABLE)
    // ok: kotlin-sql-text
    log.info("found $name")
  }
}
