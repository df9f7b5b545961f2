package com.example.notes

import org.springframework.stereotype.Component
import java.io.File

@Component
class NoteFolder {
    private val root = File("/srv/notes")

    fun read(title: String): String {
        val name = title.trim()
        return File(root, "$name.txt").readText()
    }
}
