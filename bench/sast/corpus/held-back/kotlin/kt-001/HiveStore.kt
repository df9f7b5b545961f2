package org.example.bees

import javax.sql.DataSource

class HiveStore(private val source: DataSource) {
    fun inApiary(apiary: String): List<Int> = source.connection.use { connection ->
        val statement = connection.prepareStatement("SELECT number FROM hive WHERE apiary = ?")
        statement.setString(1, apiary)
        val rows = statement.executeQuery()
        val numbers = mutableListOf<Int>()
        while (rows.next()) numbers += rows.getInt(1)
        numbers
    }
}
