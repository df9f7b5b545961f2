package org.example.bees

import javax.sql.DataSource

class HiveStore(private val source: DataSource) {
    fun inApiary(apiary: String): List<Int> = source.connection.use { connection ->
        val statement = connection.createStatement()
        val rows = statement.executeQuery("SELECT number FROM hive WHERE apiary = '" + apiary + "'")
        val numbers = mutableListOf<Int>()
        while (rows.next()) numbers += rows.getInt(1)
        numbers
    }
}
