package com.example.garden

import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
class BedController(private val jdbc: JdbcTemplate) {
    @GetMapping("/beds")
    fun beds(@RequestParam crop: String, @RequestParam(defaultValue = "10") size: Int): List<String> {
        val sql = "SELECT label FROM bed WHERE crop = '$crop' LIMIT $size"
        return jdbc.queryForList(sql, String::class.java)
    }
}
