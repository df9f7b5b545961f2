package com.example.notes

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
class NoteController(private val notes: NoteFolder) {
    @GetMapping("/note")
    fun note(@RequestParam title: String): String = notes.read(title)
}
