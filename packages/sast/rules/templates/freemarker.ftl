<!-- ruleid: freemarker-xss-unescaped-output -->
<p>${comment.text?no_esc}</p>
<!-- ok: freemarker-xss-unescaped-output -->
<p>${comment.text}</p>
<!-- ruleid: freemarker-xss-unescaped-output -->
<#noautoesc>
<p>${comment.text}</p>
</#noautoesc>
